import { use } from 'react'
import { groupsInvite } from '#groups/contract.ts'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { plainDate } from '#platform/ui/format/ssr-format.ts'
import { dateFormat, useLocale } from '#platform/ui/format/user-format.ts'
import { SiteNameContext } from '#platform/ui/layouts/context/site-name-context.ts'
import { LocalLinkNotice } from '#platform/ui/sharing/LocalLinkNotice.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import styles from './invite.module.css'

/** Creates an invitation and shows it as a QR code, as a link and as a code to type. */
export function GroupInviteDialog({ group, onClose }: { group: GroupPageData; onClose: () => void }) {
  const locale = useLocale()
  const site = use(SiteNameContext)
  const { result: invitation, error } = useMethodResult(groupsInvite, { groupId: group._id })
  const date = locale === null ? plainDate : (at: Date): string => dateFormat(locale).format(at)
  const path = invitation === null ? '' : `/groups/join?code=${encodeURIComponent(invitation.code)}`
  return (
    <Dialog open title={m.groups_invite_title({ name: group.name })} onClose={onClose}>
      <FormError message={error} />
      <div className={styles.invite} aria-busy={invitation === null && error === null}>
        {invitation !== null && (
          <>
            <LocalLinkNotice />
            <QrCode text={new URL(path, document.baseURI).href} label={m.groups_invite_qr()} />
            <div className={styles.words}>
              <p>{m.ui_scan_or_send()}</p>
              <p>
                {renderMessage(m.groups_invite_code(), {
                  code: () => (
                    <code className={styles.code} dir="ltr">
                      {invitation.code}
                    </code>
                  ),
                })}
              </p>
              <p className={styles.quiet}>{m.groups_invite_until({ date: date(invitation.expiresAt) })}</p>
            </div>
            <ShareLinks title={m.groups_invite_share({ name: group.name, site })} path={path} />
          </>
        )}
      </div>
    </Dialog>
  )
}
