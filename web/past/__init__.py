"""Looking back: history, dossiers, charts, letters and review."""
