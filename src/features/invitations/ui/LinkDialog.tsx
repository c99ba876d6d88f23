import * as m from '#messages'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { type InvitationDoc, invitationsLink } from '../contract.ts'
import { InvitationLinkView } from './InvitationLinkView.tsx'
import styles from './invitations.module.css'

interface LinkDialogProps {
  invitation: Pick<InvitationDoc, 'uses' | 'used'> & { _id: string }
  onClose: () => void
}

/** Shows the link of one of the user's invitations once more. */
export function LinkDialog({ invitation: { _id, uses, used }, onClose }: LinkDialogProps) {
  const { result: link, error } = useMethodResult(invitationsLink, { invitationId: _id })
  return (
    <Dialog open title={m.invitations_link_title()} onClose={onClose}>
      <FormError message={error} />
      <div className={styles.link} aria-busy={link === null && error === null}>
        {link !== null && <InvitationLinkView link={link} remainingUses={uses - used} />}
      </div>
    </Dialog>
  )
}
