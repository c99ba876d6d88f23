import type { useManagedGroups } from '#groups/ui/use-managed-groups.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'

/** Takes the place of a form until the groups that the user runs are loaded. */
export function AwaitedGroups({ live }: Pick<ReturnType<typeof useManagedGroups>, 'live'>) {
  if (live.state !== 'failed') return <Skeleton kind="board-row" count={2} />
  return <ErrorState title={m.groups_page_failed()}>{errorMessage(live.error)}</ErrorState>
}
