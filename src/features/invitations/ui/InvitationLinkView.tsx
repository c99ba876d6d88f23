import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { LocalLinkNotice } from '#platform/ui/sharing/LocalLinkNotice.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { InvitationLink } from '../contract.ts'
import { invitationPath } from '../rules.ts'
import styles from './invitations.module.css'

/** An invitation to hand out, as a QR code and as a link. @param remainingUses how many accounts can still be created with it */
export function InvitationLinkView({ link: { token, expiresAt }, remainingUses }: { link: InvitationLink; remainingUses: number }) {
  const { date } = useFormats()
  const path = invitationPath(token)
  return (
    <>
      <LocalLinkNotice />
      <QrCode text={new URL(path, document.baseURI).href} label={m.invitations_link_qr()} />
      <div className={cx(layout.stack2, styles.about)}>
        <p>{m.ui_scan_or_send()}</p>
        <p className={layout.quiet}>
          {m.invitations_link_until({ count: remainingUses, n: plainNumber(remainingUses), date: date(expiresAt) })}
        </p>
      </div>
      <ShareLinks title={m.invitations_link_share({ site: useSiteSettings().name })} path={path} />
    </>
  )
}
