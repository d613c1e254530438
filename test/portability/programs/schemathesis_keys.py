"""Sends each request with one of several keys, in turn: some may do everything, the others lack scopes."""

import ipaddress
import itertools
import os

import schemathesis

keys = itertools.cycle(os.environ["API_KEYS"].split(","))
# Each request comes from another client, as requests without a key share the window of their address.
addresses = (str(address) for address in ipaddress.ip_network("10.0.0.0/8"))


@schemathesis.auth(refresh_interval=None)
class Keys:
    def get(self, case, context):
        return next(keys)

    def set(self, case, data, context):
        sent = {"Authorization": f"Bearer {data}", "X-Forwarded-For": next(addresses)}
        case.headers = {**(case.headers or {}), **sent}
