import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import { groupsJoin } from '#groups/contract.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'

/** Joins a public group. Visitors have to sign in first. */
export function JoinButton({ groupId }: { groupId: string }) {
  const { state } = useAccount()
  const join = useMethod(groupsJoin)
  const action = useAsyncAction(() => join({ groupId }))
  if (state === 'out' || state === 'unknown') {
    return (
      <ButtonLink kind="primary" href={withReturnPath('/sign-in', `/groups/${groupId}`)}>
        {m.groups_join()}
      </ButtonLink>
    )
  }
  return (
    <>
      <Button kind="primary" busy={action.busy || state === 'busy'} onClick={action.start}>
        {m.groups_join()}
      </Button>
      <FormError message={action.error} />
    </>
  )
}
