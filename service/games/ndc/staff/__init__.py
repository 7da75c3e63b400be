"""What a side's staff makes of what it knows: sentences, situation reports, dossiers, figures."""
