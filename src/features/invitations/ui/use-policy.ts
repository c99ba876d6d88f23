import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { type InvitationPolicyDoc, invitationsPolicy } from '../contract.ts'

/** How accounts can be created on this site; undefined: not known yet. */
export function usePolicy(): InvitationPolicyDoc | undefined {
  useSubscription(invitationsPolicy, {})
  return useDocument<InvitationPolicyDoc>('invitationPolicy', 'site')
}

/** Whether the user may invite people; undefined: not known yet. The server makes the decision. */
export function useMayInvite(): boolean | undefined {
  const policy = usePolicy()
  const isAdmin = useHasRole(['admin'])
  if (policy === undefined) return undefined
  return policy.signUps !== 'closed' && (isAdmin || policy.invitations === 'players')
}
