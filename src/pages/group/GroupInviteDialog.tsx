import { groupsInvite } from '#groups/contract.ts'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { LocalLinkNotice } from '#platform/ui/sharing/LocalLinkNotice.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './invite.module.css'

/** Creates an invitation and shows it as a QR code, as a link and as a code to type. */
export function GroupInviteDialog({ group, onClose }: { group: GroupPageData; onClose: () => void }) {
  const { date } = useFormats()
  const { name: site } = useSiteSettings()
  const { result: invitation, error } = useMethodResult(groupsInvite, { groupId: group._id })
  const path = invitation === null ? '' : `/groups/join?code=${encodeURIComponent(invitation.code)}`
  return (
    <Dialog open title={m.groups_invite_title({ name: group.name })} onClose={onClose}>
      <FormError message={error} />
      <div className={cx(layout.stack4, styles.invite)} aria-busy={invitation === null && error === null}>
        {invitation !== null && (
          <>
            <LocalLinkNotice />
            <QrCode text={new URL(path, document.baseURI).href} label={m.groups_invite_qr()} />
            <div className={cx(layout.stack2, styles.words)}>
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
              <p className={layout.quiet}>{m.groups_invite_until({ date: date(invitation.expiresAt) })}</p>
            </div>
            <ShareLinks title={m.groups_invite_share({ name: group.name, site })} path={path} />
          </>
        )}
      </div>
    </Dialog>
  )
}
