import type { RawBuilder } from 'kysely'
import type { NotificationSwitch } from '#notifications/contract.ts'
import type { Message } from '#notifications/rules.ts'
import type { Db } from '#platform/db/database.ts'
import type { EmailSite } from '#platform/mail/email-site.ts'
import type { EmailTemplateContent } from '#platform/mail/email-template.ts'

/** Where a kind looks for what to notify of. */
export interface NoticeSearch {
  /** SQL for a `FROM` list: `n` and `body` of the changes that have not been examined yet, of the kind that was asked for */
  changes: RawBuilder<never>
  now: Date
}

/** Whom to notify of what. Nobody is told the same twice; `mark` distinguishes notices of the same kind and subject. */
export interface NoticeRow {
  user_id: string
  subject: string
  mark: string
}

/** A user, and what the user is to be told of. */
export interface NoticeAbout {
  userId: string
  subject: string
  now: Date
}

/**
 * Everything about one kind of notification. Only users whose switch is on are sent it; neither `find` nor `load` has to ask. `Facts`: what
 * the texts say. The texts are asked for in the language of the user.
 */
export interface NotificationKind<Facts = unknown> {
  /** stored with each notice, so it never changes */
  kind: string
  /** several kinds may share one */
  switch: NotificationSwitch
  /** ms for which a notice is worth sending, from when it was created */
  lifetime: number
  /**
   * least ms between two notices of a subject to a user. What is found in between is told at the end of the pause, at once, as it then is.
   * Left out: everything is told at once
   */
  pause?: number
  /** true: push services are asked to wake the device */
  urgent?: true
  /** the kind of change that causes it; null: the time does */
  change: { kind: string } | null
  /** Returns the statement that finds whom to notify of what; it may find again what it found before. */
  find(search: NoticeSearch): RawBuilder<NoticeRow>
  /** Loads what the texts say as of now, in one row. No row: the notice is obsolete. */
  load(db: Db, about: NoticeAbout): Promise<{ rows: Facts[] }>
  /** Returns the push message. A long body is truncated. */
  message(facts: Facts): Message
  /** Returns the e-mail to the user's verified addresses, to which a link to the switches is added. A kind without this sends none. */
  mail?(facts: Facts, site: EmailSite): Omit<EmailTemplateContent, 'site' | 'name' | 'locale'>
}

export const defineNotification = <Facts>(kind: NotificationKind<Facts>): NotificationKind<Facts> => kind
