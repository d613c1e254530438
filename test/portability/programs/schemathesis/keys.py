"""Sends each request with one of several keys, in turn: some may do everything, the others lack scopes."""

import itertools
import os

import schemathesis

keys = itertools.cycle(os.environ["API_KEYS"].split(","))


@schemathesis.auth(refresh_interval=None)
class Keys:
    def get(self, case, context):
        return next(keys)

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}
