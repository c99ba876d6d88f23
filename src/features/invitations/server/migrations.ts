import { sql } from 'kysely'
import type { Migration } from '#platform/db/migrate.ts'

export const invitationsMigrations: readonly Migration[] = [
  {
    name: 'invitations/001-invitations',
    async up(tx) {
      // made_by is null if the creator's account was deleted.
      await sql<never>`
        CREATE TABLE invitations (
          id text PRIMARY KEY,
          hashed_token text NOT NULL UNIQUE,
          made_by text REFERENCES users,
          note text NOT NULL,
          uses integer NOT NULL,
          used integer NOT NULL DEFAULT 0 CHECK (used <= uses),
          days integer NOT NULL,
          created_at timestamptz NOT NULL,
          expires_at timestamptz NOT NULL,
          revoked_at timestamptz
        )`.execute(tx)
      await sql<never>`CREATE INDEX invitations_made_by ON invitations (made_by, created_at DESC)`.execute(tx)
      await sql<never>`CREATE INDEX invitations_created ON invitations (created_at DESC, id DESC)`.execute(tx)
      await sql<never>`
        CREATE TABLE invitation_uses (
          user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
          invitation_id text NOT NULL REFERENCES invitations ON DELETE CASCADE,
          at timestamptz NOT NULL
        )`.execute(tx)
      await sql<never>`CREATE INDEX invitation_uses_invitation ON invitation_uses (invitation_id, at DESC)`.execute(tx)
    },
  },
  {
    // What other features may read. A migration that changes these columns drops the view and creates it again.
    name: 'invitations/002-views',
    async up(tx) {
      await sql<never>`
        CREATE VIEW accepted_invitations AS
        SELECT r.user_id, i.made_by, r.at FROM invitation_uses r JOIN invitations i ON i.id = r.invitation_id`.execute(tx)
    },
  },
]
