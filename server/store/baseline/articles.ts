/** Articles of the help center. */
export const articles = `
  create table articles (
    workspace_id text collate "C" not null references workspaces,
    id text collate "C" not null,
    title text not null,
    slug text collate "C" not null,
    excerpt text not null,
    body text not null,
    category text not null,
    locale text not null,
    url text,
    published_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    search text not null generated always as (fold(title) || E'\\n' || fold(excerpt) || E'\\n' || fold(body)) stored,
    primary key (workspace_id, id),
    unique (workspace_id, slug)
  );
  create index articles_newest on articles (workspace_id, published_at desc, id desc) where published_at is not null;
  create index articles_search on articles using gin (search gin_trgm_ops);
`;
