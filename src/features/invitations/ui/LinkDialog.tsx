import { useEffect, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '../../../platform/live/hooks.ts'
import { Dialog } from '../../../platform/ui/controls/Dialog.tsx'
import { FormError } from '../../../platform/ui/form/FormError.tsx'
import { type InvitationDoc, type InvitationLink, invitationsLink } from '../contract.ts'
import { InvitationLinkView } from './InvitationLinkView.tsx'
import styles from './invitations.module.css'

interface LinkDialogProps {
  invitation: Pick<InvitationDoc, 'uses' | 'used'> & { _id: string }
  onClose: () => void
}

/** Shows the link of one of the user's invitations once more. */
export function LinkDialog({ invitation: { _id, uses, used }, onClose }: LinkDialogProps) {
  const load = useMethod(invitationsLink)
  const [link, setLink] = useState<InvitationLink | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    load({ invitationId: _id }).then(
      found => wanted && setLink(found),
      (cause: unknown) => wanted && setError(errorMessage(cause)),
    )
    return () => {
      wanted = false
    }
  }, [load, _id])
  return (
    <Dialog open title={m.invitations_link_title()} onClose={onClose}>
      <FormError message={error} />
      <div className={styles.link} aria-busy={link === null && error === null}>
        {link !== null && <InvitationLinkView link={link} left={uses - used} />}
      </div>
    </Dialog>
  )
}
