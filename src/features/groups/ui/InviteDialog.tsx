import { useEffect, useState } from 'react'
import { sentenceOf, useCall } from '../../../platform/live/hooks.ts'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { FormError } from '../../../platform/ui/FormError.tsx'
import { plainDate } from '../../../platform/ui/plain-format.ts'
import { QrCode } from '../../../platform/ui/QrCode.tsx'
import { dateFormat, useLocale } from '../../../platform/ui/reader.ts'
import { ShareLinks } from '../../../platform/ui/ShareLinks.tsx'
import { groupsInvite } from '../contract.ts'
import styles from './invite.module.css'
import type { Group } from './parts/use-group.ts'

/** A fresh invitation: as a picture for a phone at the same table, as a link, as a code to type. */
export function InviteDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const invite = useCall(groupsInvite)
  const locale = useLocale()
  const [invitation, setInvitation] = useState<{ code: string; expiresAt: Date } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const groupId = group._id
  useEffect(() => {
    let wanted = true
    invite({ groupId }).then(
      made => wanted && setInvitation(made),
      (cause: unknown) => wanted && setError(sentenceOf(cause)),
    )
    return () => {
      wanted = false
    }
  }, [invite, groupId])
  const path = invitation === null ? '' : `/groups/join?code=${encodeURIComponent(invitation.code)}`
  return (
    <Dialog open title={`Invite to ${group.name}`} onClose={onClose}>
      <FormError message={error} />
      <div className={styles.invite} aria-busy={invitation === null && error === null}>
        {invitation !== null && (
          <>
            <QrCode text={new URL(path, document.baseURI).href} label="The invitation as a QR code" />
            <div className={styles.words}>
              <p>Let them point a phone’s camera at it, or send the link.</p>
              <p>
                Code: <code className={styles.code}>{invitation.code}</code>
              </p>
              <p className={styles.quiet}>
                Whoever has it can join until{' '}
                {locale === null ? plainDate(invitation.expiresAt) : dateFormat(locale).format(invitation.expiresAt)}.
              </p>
            </div>
            <ShareLinks title={`Join ${group.name} on Skillshot`} path={path} />
          </>
        )}
      </div>
    </Dialog>
  )
}
