/** The server that serves these docs under `/docs/`; nothing when they are opened from elsewhere. */
export const [, server] = /^(https?:\/\/.*)\/docs\/[^/]*$/.exec(location.origin + location.pathname) ?? [];
