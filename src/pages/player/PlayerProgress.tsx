import { use } from 'react'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { Select } from '#platform/ui/form/Select.tsx'
import { plainDate, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { type ProgressDoc, playersProgress } from '#scores/contract/scores.ts'
import { Progress } from '#scores/ui/charts/Progress.tsx'
import { progressInput, readMachineId } from '#scores/ui/query-params.ts'
import { DataTable } from './DataTable.tsx'
import styles from './player.module.css'
import { playerHref, showsAllBests } from './player-address.ts'

export interface PlayerProgressProps {
  username: string
  userId: string
  displayName: string
  /** query parameters of the page's address */
  query: Readonly<Record<string, string>>
  /** the machines that the user can choose */
  machines: readonly { machineId: string; machineName: string }[]
}

/** A player's progress on one machine: the one named in the address, or the one with the most scores. */
export function PlayerProgress({ username, userId, displayName, query, machines }: PlayerProgressProps) {
  const navigate = use(NavigateContext)
  const requestedMachineId = readMachineId(query)
  const live = useSubscription(playersProgress, progressInput(username, query))
  const progress = useDocuments<ProgressDoc, ProgressDoc | undefined>(
    'progress',
    documents =>
      documents
        .filter(each => each.userId === userId && (requestedMachineId === null || each.machineId === requestedMachineId))
        // There may be several documents, because one from the previous page may still be subscribed. Take the one with the most scores.
        .sort((a, b) => b.points.length - a.points.length)[0],
    [userId, requestedMachineId],
  )
  const bests = progress?.points.filter(({ best }) => best) ?? []
  const choices = machines
    .map(({ machineId, machineName }) => ({ value: machineId, label: machineName }))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
  const shownMachineId = requestedMachineId ?? progress?.machineId
  return (
    <section className={cx(layout.stack4, layout.minor)} aria-labelledby="progress">
      <h2 id="progress">{m.scores_progress_title()}</h2>
      {shownMachineId !== undefined && choices.some(({ value }) => value === shownMachineId) && (
        <div className={styles.choice}>
          <Select
            label={m.ui_machine()}
            quiet
            value={shownMachineId}
            choices={choices}
            onChange={to => navigate?.(playerHref(username, { machineId: to, all: showsAllBests(query) }), 'stay')}
          />
        </div>
      )}
      <div className={styles.plot}>
        {progress !== undefined && <Progress points={progress.points} />}
        {bests.length > 1 && (
          <DataTable
            summary={m.scores_progress_table()}
            columns={[m.scores_progress_date(), m.ui_score(), m.scores_progress_gain()]}
            keys={bests.map(({ value }) => String(value)).toReversed()}
            rows={bests
              .map(({ at, value }, i) => [
                plainDate(at),
                plainNumber(value),
                i === 0 ? '–' : `+${plainNumber(value - bests[i - 1]!.value)}`,
              ])
              .toReversed()}
          />
        )}
        {progress === undefined && live.state === 'failed' && live.error.error !== 404 && <p>{errorMessage(live.error)}</p>}
        {progress === undefined && (live.state === 'ready' || (live.state === 'failed' && live.error.error === 404)) && (
          <p className={layout.quiet}>
            {m.scores_progress_none({ name: displayName })}{' '}
            {requestedMachineId !== null && (
              <Link href={playerHref(username, { machineId: null, all: showsAllBests(query) })}>{m.scores_progress_most()}</Link>
            )}
          </p>
        )}
      </div>
    </section>
  )
}
