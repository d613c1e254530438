"""What the programs of this folder share: what they create, and how they answer the harness."""

import json
import os
from pathlib import Path

env = os.environ

fields = {
    "name": env["NAME"],
    "email": f"create.{env['RUN']}@example.com",
    "tags": ["mayorista", "vip"],
    "custom_fields": json.loads(env["CUSTOM_FIELDS"]),
}


def model_of(type, models):
    """The model of an event: of its type, or of the first word of the types that share a schema."""
    word = type.split(".")[0]
    others = {"contact.deleted": "ContactDeletedEvent", "webhook": "TestEvent"}
    return getattr(models, others.get(type) or others.get(word) or f"{word.capitalize()}Event")


def webhooks(models, reencode):
    """Each example of the webhooks, read as its type says, as a receiver of webhooks does, and written again."""
    texts = [file.read_text() for file in sorted(Path(env["EXAMPLES"]).iterdir())]
    events = [reencode(model_of(json.loads(text)["type"], models), text) for text in texts]
    return f"[{','.join(events)}]"


def answer(question, ask):
    """Prints what `ask` gives, which is JSON, or the first line of what went wrong."""
    try:
        print(question, "ok", ask())
    except Exception as error:
        print(question, "failed", type(error).__name__, " ".join(str(error).split())[:300])
