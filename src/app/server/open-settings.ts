import { VAPID_SECRET, vapidForm } from '#notifications/server/vapid.ts'
import { OAUTH_SECRET, SIGNING_KEY, signingKeyForm } from '#oauth/server/signing-key.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import { defaultFromAddress } from '#platform/mail/from-address.ts'
import type { MailTarget } from '#platform/mail/live-mailer.ts'
import { openSiteSecrets, type SiteSecrets } from '#platform/settings/site-secrets.ts'
import { SiteSettings } from '#platform/settings/site-settings.ts'

/** Name of the key that signs forms for uploads to the disk. */
export const STORAGE_SECRET = 'storage'

/** Every secret that the site makes itself. One that is missing here could not be kept in the database. */
const NAMES = [STORAGE_SECRET, 'accounts', 'invitations', 'keys', OAUTH_SECRET, SIGNING_KEY, 'supporters', VAPID_SECRET]

/** Opens the secrets and reads the settings. @throws StartError if the secrets cannot be opened */
export async function openSettings(
  config: Config,
  database: Database,
  log: Log,
): Promise<{ secrets: SiteSecrets; settings: SiteSettings }> {
  const { dataDir, secretsKey } = config
  const secrets = await openSiteSecrets({
    dataDir,
    secretsKey,
    database,
    names: NAMES,
    forms: { [VAPID_SECRET]: vapidForm, [SIGNING_KEY]: signingKeyForm },
  })
  const settings = new SiteSettings({ config, box: secrets.box, log })
  await settings.load(database)
  return { secrets, settings }
}

/** Returns how mails are sent now. */
export function mailTarget(settings: SiteSettings, rootUrl: string | null): MailTarget {
  const { mailUrl, mailFrom, name } = settings.current()
  return { mailUrl, from: mailFrom ?? defaultFromAddress(rootUrl, name) }
}
