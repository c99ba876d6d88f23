import { use } from 'react'
import { type ReportedGameProps, ReportedGamesContext } from './reported-games-context.ts'

/** What the machine says about a game that has no confirmed result yet, where the page can tell. */
export function ReportedGameSlot(props: ReportedGameProps) {
  const reported = use(ReportedGamesContext)
  return reported === null || props.group.machineId === '' || props.group.state === 'confirmed' ? null : <reported.Game {...props} />
}
