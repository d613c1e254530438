"""How the programs of this folder answer the harness."""


def model_of(type, models):
    """The model of an event: of its type, or of the first word of the types that share a schema."""
    return models.get(type) or models[type.split(".")[0]]


def answer(question, ask):
    """Prints what `ask` gives, which is JSON, or the first line of what went wrong."""
    try:
        print(question, "ok", ask())
    except Exception as error:
        print(question, "failed", type(error).__name__, " ".join(str(error).split())[:300])
