/** Where elements stood that their lists no longer have, so that their ids stay cursors (D-18). */
export const cursorPositions = String.raw`
  create table cursor_positions (
    workspace_id text collate "C" not null references workspaces,
    list text collate "C" not null,
    id text collate "C" not null,
    created_at timestamptz(3) not null,
    deleted_at timestamptz(3) not null,
    primary key (workspace_id, list, id)
  );
  create index cursor_positions_age on cursor_positions (deleted_at) where list <> 'events';
`;
