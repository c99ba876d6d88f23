import { useState } from 'react'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { LeaveGroupDialog } from './LeaveGroupDialog.tsx'

/** The button by which a member leaves a group, below the list of members. */
export function LeaveGroup({ group }: { group: GroupPageData }) {
  const [asking, setAsking] = useState(false)
  return (
    <div>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {m.groups_leave()}
      </Button>
      {asking && <LeaveGroupDialog group={group} onClose={() => setAsking(false)} />}
    </div>
  )
}
