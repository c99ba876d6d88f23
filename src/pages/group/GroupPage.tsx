import { GroupEvents } from '#events/ui/GroupEvents.tsx'
import { useEventNames } from '#events/ui/labels/event-names.ts'
import { runsGroup } from '#groups/ui/group-roles.ts'
import { useGroup } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type GroupMachineDoc, groupsMachines, scoresRecent } from '#scores/contract/scores.ts'
import { readWindow } from '#scores/ui/board-params.ts'
import { ScoreList } from '#scores/ui/cards/ScoreList.tsx'
import { machineFacts, useNewRows, useScores } from '#scores/ui/cards/use-scores.ts'
import { GROUP_LATEST, groupScoresInput, readMachineId } from '#scores/ui/query-params.ts'
import { Seasons } from '#series/ui/Seasons.tsx'
import { RemovePicture } from '#uploads/ui/RemovePicture.tsx'
import { GroupBoard } from './GroupBoard.tsx'
import { GroupHeader } from './GroupHeader.tsx'
import { LeaveGroup } from './LeaveGroup.tsx'
import { MemberList } from './MemberList.tsx'
import { PeopleList } from './PeopleList.tsx'

/** One group: its boards by machine, its members' latest scores, and its members. */
export function GroupPage({ params, query }: RouteMatch) {
  const groupId = params.groupId!
  const { live, group, members, role } = useGroup(groupId)
  const machinesState = useSubscription(groupsMachines, { groupId })
  const scoresState = useSubscription(scoresRecent, groupScoresInput(groupId))
  const machines = useDocuments<GroupMachineDoc, GroupMachineDoc[]>(
    'groupMachines',
    documents =>
      documents.filter(each => each.groupId === groupId).sort((a, b) => b.players - a.players || (a.machineName < b.machineName ? -1 : 1)),
    [groupId],
  )
  const ids = new Set(members.map(each => each.userId))
  const scores = useScores(GROUP_LATEST, score => ids.has(score.userId), [members])
  const newIds = useNewRows(scores, scoresState.state === 'ready')
  const eventNames = useEventNames()
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  const chosen = readMachineId(query)
  const machine = chosen === null ? machines[0] : machines.find(each => each.machineId === chosen)
  return (
    <AppShell current="groups" width="board">
      {group === undefined && live.state === 'pending' && <Skeleton kind="machine-header" />}
      {live.state === 'failed' && (
        <ErrorState page title={m.scores_group_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {group !== undefined && live.state !== 'failed' && (
        <div className={layout.stack6}>
          <GroupHeader group={group} role={role} />
          <GroupEvents groupId={groupId} mayAdd={runsGroup(role)} />
          <Seasons groupId={groupId} mayAdd={runsGroup(role)} />
          {machines.length > 0 && (
            <GroupBoard groupId={groupId} machines={machines} machine={machine ?? machines[0]!} window={readWindow(query)} />
          )}
          {machines.length === 0 && machinesState.state === 'ready' && (
            <EmptyState
              title={m.scores_group_none()}
              action={
                role === null ? undefined : (
                  <ButtonLink kind="primary" href="/submit">
                    {m.ui_add_score()}
                  </ButtonLink>
                )
              }
            >
              {m.scores_group_none_note()}
            </EmptyState>
          )}
          {scores.length > 0 && (
            <section className={layout.stack4} aria-labelledby="latest">
              <h2 id="latest">{m.ui_latest_scores()}</h2>
              <ScoreList
                label={m.scores_latest_of({ name: group.name })}
                scores={scores}
                fresh={newIds}
                machines={machineFacts(scores)}
                eventNames={eventNames}
              />
            </section>
          )}
          <section className={layout.stack4} aria-labelledby="members">
            <h2 id="members">{m.scores_group_members()}</h2>
            <MemberList group={group} members={members} role={role} />
            {role !== null && <LeaveGroup group={group} />}
            <RemovePicture picture={group.picture} />
          </section>
          {runsGroup(role) && <PeopleList groupId={groupId} />}
        </div>
      )}
    </AppShell>
  )
}
