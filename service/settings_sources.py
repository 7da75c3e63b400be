"""Where settings come from besides the environment: a `.env` file, and files of which each holds one secret."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from pydantic import AliasChoices
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsError

PREFIX = "SITREP_"
IN_A_FILE = "_FILE"
"""What stands behind a setting's name where it is the content of a file: `SITREP_MAIL_OUT_FILE=/run/secrets/mail`."""
OF_OTHERS = ("SITREP_TOKEN", "SITREP_TEST_")
"""What is no setting and may be there all the same: a bot's token, and whatever tests are told."""


def variables(name: str, field: FieldInfo) -> tuple[str, ...]:
    """The environment variables of a setting, the one that is written about first."""
    choices = field.validation_alias.choices if isinstance(field.validation_alias, AliasChoices) else ()
    named = tuple(one for one in choices if isinstance(one, str) and one.isupper())
    return named or (f"{PREFIX}{name.upper()}",)


def variable(model: type[BaseSettings], name: str) -> str:
    """The environment variable of a setting; a variable's own name stays as it is."""
    field = model.model_fields.get(name)
    return name if field is None else variables(name, field)[0]


class SecretFiles(EnvSettingsSource):
    """Settings that are the content of a file, without the line breaks at its end.

    Raises SettingsError for a file that cannot be read, and where a setting stands in the environment as well.
    """

    def __init__(self, model: type[BaseSettings], given: Mapping[str, str | None]) -> None:
        """`given`: what the environment and `.env` hold, by names in small letters."""
        super().__init__(model)
        known = [one for name, field in model.model_fields.items() for one in variables(name, field)]
        self.env_vars = {one.lower(): content for one in known if (content := content_of(one, given)) is not None}


def content_of(name: str, given: Mapping[str, str | None]) -> str | None:
    """What the file of a setting holds; None where none is named. Raises SettingsError."""
    path = given.get(f"{name}{IN_A_FILE}".lower())
    if not path:
        return None
    if given.get(name.lower()):
        raise SettingsError(f"{name} and {name}{IN_A_FILE} are both set; one of the two is needed.")
    try:
        return Path(path).read_text().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as unread:
        raise SettingsError(f"{name}{IN_A_FILE}: {path} cannot be read ({type(unread).__name__}).") from None


def strangers(model: type[BaseSettings], env_file: str) -> Iterator[str]:
    """A sentence for each variable that looks like a setting and is none, with the name that it is nearest to."""
    known = [one for name, field in model.model_fields.items() for one in variables(name, field)]
    names = {*known, *(f"{one}{IN_A_FILE}" for one in known)}
    given = {*os.environ, *(name.upper() for name in DotEnvSettingsSource(model, env_file=env_file).env_vars)}
    for name in sorted(one for one in given if one.startswith(PREFIX) and not one.startswith(OF_OTHERS)):
        if name not in names:
            near = get_close_matches(name, names, n=1)
            yield f"{name} is no setting" + (f"; did you mean {near[0]}?" if near else ".")
