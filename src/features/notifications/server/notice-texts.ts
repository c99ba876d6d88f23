import * as m from '#messages'
import type { Db } from '#platform/db/database.ts'
import type { EmailSite } from '#platform/mail/email-site.ts'
import { type EmailContent, renderEmail } from '#platform/mail/email-template.ts'
import type { Locale } from '#platform/text/locales.ts'
import { withoutControls } from '#platform/text/without-controls.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import type { Message } from '../rules.ts'
import type { NotificationKind } from './kinds/define-notification.ts'
import { notificationKinds } from './kinds/registry.ts'
import type { StoredNotice } from './store.ts'

/** Maximum code points of a message's text; devices would cut longer text themselves. */
const MAX_BODY_LENGTH = 300

/** A notice that is still worth sending: its kind, what its texts say, and until when it is sent (ms since the epoch). */
export interface CurrentNotice {
  kind: NotificationKind
  facts: unknown
  deadline: number
}

/**
 * Loads what a notice says as of now: names are read when it is sent. @returns null: it is too old or obsolete, for example because the
 * switch is off, the score was removed, or the event was cancelled
 */
export async function loadNotice(db: Db, notice: StoredNotice, now: number): Promise<CurrentNotice | null> {
  const kind = notificationKinds.find(each => each.kind === notice.kind)
  if (kind === undefined || !notice.switches.includes(kind.switch)) return null
  const deadline = notice.at + kind.lifetime
  if (deadline <= now) return null
  const { rows } = await kind.load(db, { ...notice, now: new Date(now) })
  return rows.length === 0 ? null : { kind, facts: rows[0], deadline }
}

export function writeMessage<Facts>(kind: NotificationKind<Facts>, facts: Facts, locale: Locale): Message {
  const message = inLocale(locale, () => kind.message(facts))
  return { ...message, body: truncate(message.body) }
}

function truncate(text: string): string {
  const points = [...withoutControls(text)]
  return points.length <= MAX_BODY_LENGTH ? points.join('') : `${points.slice(0, MAX_BODY_LENGTH - 1).join('')}…`
}

/** @returns null: the kind sends no e-mails */
export const writeEmail = (
  { kind, facts }: CurrentNotice,
  { site, name, locale }: { site: EmailSite; name: string; locale: Locale },
): EmailContent | null =>
  inLocale(locale, () => {
    if (kind.mail === undefined) return null
    const { body, ...content } = kind.mail(facts, site)
    const switches = { link: m.notifications_mail_switches(), url: `${site.url}/account` }
    return renderEmail({ site, name, locale, ...content, body: [...body, switches] })
  })
