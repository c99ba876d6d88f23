import type { AccountsApi } from '#accounts/server/api.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import type { Database, Db } from '#platform/db/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { MAX_WAITING } from '../contract.ts'
import { webhooksPath } from '../rules/webhooks-path.ts'
import type { HookAccess } from './access.ts'
import { findHook, type HookRow, setMailed } from './hook-store.ts'

/** Tells who has added a hook, by e-mail, that it was switched off. */
export interface OffMail {
  /** Queues the e-mail in the transaction that switches the hook off; none if one was sent since a delivery last arrived. */
  enqueue(tx: Db, hook: Pick<HookRow, 'id' | 'madeBy' | 'mailed'>): Promise<void>
  /** Sends what was queued; call it after the commit. */
  drain(): void
}

/** An e-mail is sent if by then the hook is still off, and who has added it still manages it. */
export function createOffMail(
  accounts: Pick<AccountsApi, 'registerMail' | 'drainMails'>,
  access: Pick<HookAccess, 'require'>,
  database: Database,
): OffMail {
  const queue = accounts.registerMail<{ webhookId: string }>('webhook-off', async ({ userId, site, name, locale }, { webhookId }) => {
    const hook = await findHook(database.db, webhookId)
    if (hook === null || (hook.off !== 'failing' && hook.off !== 'full') || !(await manages(access, hook, userId))) return null
    const { groupId, eventId, host, off } = hook
    const path = webhooksPath({ groupId: groupId ?? undefined, eventId: eventId ?? undefined })
    return inLocale(locale, () =>
      renderEmail({
        ...{ site, name, locale },
        subject: m.webhooks_mail_off_subject({ name: hook.name }),
        preview: m.webhooks_off(),
        title: m.webhooks_mail_off_title(),
        body: [
          { fact: m.webhooks_mail_off_which(), value: `${hook.name} (${host})` },
          off === 'full' ? m.webhooks_off_full_words({ n: plainNumber(MAX_WAITING) }) : m.webhooks_off_failing_words(),
          { button: m.webhooks_mail_off_button(), url: `${site.url}${path}` },
        ],
        closing: m.webhooks_mail_off_closing(),
      }),
    )
  })
  return {
    async enqueue(tx, { id, madeBy, mailed }) {
      if (mailed) return
      await setMailed(tx, id, true)
      await queue(tx, madeBy, { webhookId: id })
    },
    drain: () => accounts.drainMails(),
  }
}

async function manages(access: Pick<HookAccess, 'require'>, hook: HookRow, userId: string): Promise<boolean> {
  try {
    await access.require(hook, userId)
    return true
  } catch (error) {
    if (error instanceof DdpError && (error.error === 403 || error.error === 404)) return false
    throw error
  }
}
