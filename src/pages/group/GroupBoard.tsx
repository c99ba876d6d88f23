import { use } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { Select } from '#platform/ui/form/Select.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { boardsTop } from '#scores/contract/boards.ts'
import type { GroupMachineDoc } from '#scores/contract/scores.ts'
import type { Window } from '#scores/rules.ts'
import { groupBoardInput } from '#scores/ui/board-params.ts'
import { BoardContent } from '#scores/ui/boards/BoardContent.tsx'
import { useBoard } from '#scores/ui/boards/use-board.ts'
import { WindowTabs } from '#scores/ui/boards/WindowTabs.tsx'
import styles from './group-board.module.css'

/** The number of machines shown as links. If there are more, a select field lists all of them. */
const MAX_LINKS = 8

/**
 * A group's board for a machine and a time span, with links to the others.
 * @param machines the machines its members have played, most players first
 */
export function GroupBoard({
  groupId,
  machines,
  machine,
  window,
}: {
  groupId: string
  machines: readonly GroupMachineDoc[]
  machine: GroupMachineDoc
  window: Window
}) {
  const userId = useUserId()
  const navigate = use(NavigateContext)
  const { machineId, machineName } = machine
  const board = useSubscription(boardsTop, groupBoardInput(groupId, machineId, window))
  const { rows } = useBoard(machineId, window, 100, groupId)
  const href = (to: string, span: Window): string =>
    `/groups/${groupId}?${new URLSearchParams({ machine: to, ...(span === 'all' ? {} : { window: span }) })}`
  const first = machines.slice(0, MAX_LINKS)
  const shown = first.includes(machine) ? first : [machine, ...first]
  return (
    <section className={layout.stack4} aria-labelledby="boards">
      <h2 id="boards">{m.scores_group_boards()}</h2>
      <nav className={styles.machines} aria-label={m.ui_machines()}>
        {shown.map(each => (
          <Link
            key={each.machineId}
            className={cx(layout.pill, styles.machine)}
            href={href(each.machineId, window)}
            current={each.machineId === machineId}
          >
            {each.machineName}
          </Link>
        ))}
      </nav>
      <div className={styles.controls}>
        <WindowTabs current={window} href={span => href(machineId, span)} />
        {machines.length > MAX_LINKS && (
          <div className={styles.all}>
            <Select
              label={m.scores_group_all_machines()}
              quiet
              value={machineId}
              choices={machines.map(each => ({ value: each.machineId, label: each.machineName }))}
              onChange={to => navigate?.(href(to, window))}
            />
          </div>
        )}
      </div>
      <BoardContent
        live={board}
        expected={Math.min(machine.players, 100)}
        caption={m.scores_group_board_caption({ window, machine: machineName })}
        rows={rows}
        ownUserId={userId ?? undefined}
        empty={<EmptyState title={m.scores_group_board_none({ window, machine: machineName })} />}
      />
      <p className={layout.quiet}>
        <Link href={`/machines/${machineId}`}>{m.scores_group_everybody({ machine: machineName })}</Link>
      </p>
    </section>
  )
}
