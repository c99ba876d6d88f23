import { type ReactNode, useState } from 'react'
import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import styles from '#groups/ui/groups.module.css'
import { useManagedGroups } from '#groups/ui/use-managed-groups.ts'
import { IMPORT_KINDS, type ImportKind } from '#imports/contract.ts'
import * as m from '#messages'
import type { RouteMatch } from '#platform/live/route.ts'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { EventImportForm } from './EventImportForm.tsx'
import { ImportList } from './ImportList.tsx'
import { PeopleImportForm } from './PeopleImportForm.tsx'
import { ScoresImportForm } from './ScoresImportForm.tsx'

const labels: Record<ImportKind, () => string> = { scores: m.imports_scores, people: m.imports_people, event: m.imports_event }

/** Imports scores, people of a group or an event, and shows what the user has imported. */
export function ImportPage({ query }: RouteMatch) {
  const asked = IMPORT_KINDS.find(kind => kind === query.what) ?? 'scores'
  const search = new URLSearchParams(query).toString()
  return (
    <AppShell current="me">
      <div className={styles.narrow}>
        <h1>{m.imports_title()}</h1>
        <NoScriptNotice purpose={m.imports_script()} />
        <RequireLogin path={search === '' ? '/import' : `/import?${search}`} reason={m.imports_sign_in()}>
          {() => <Imports asked={asked} groupId={query.group ?? ''} />}
        </RequireLogin>
      </div>
    </AppShell>
  )
}

function Imports({ asked, groupId }: { asked: ImportKind; groupId: string }) {
  const [kind, setKind] = useState(asked)
  /** how many imports have been made here, for the list of them */
  const [made, setMade] = useState(0)
  const managed = useManagedGroups()
  const onDone = (): void => setMade(count => count + 1)
  const forms: Record<ImportKind, ReactNode> = {
    scores: <ScoresImportForm onDone={onDone} />,
    people: <PeopleImportForm asked={groupId} managed={managed} onDone={onDone} />,
    event: <EventImportForm asked={groupId} managed={managed} onDone={onDone} />,
  }
  return (
    <div className={layout.stack5}>
      <SegmentedControl
        label={m.imports_what()}
        value={kind}
        choices={IMPORT_KINDS.map(value => ({ value, label: labels[value]() }))}
        onChange={setKind}
      />
      {/* What was typed in one stays while another is shown. */}
      {IMPORT_KINDS.map(each => (
        <div key={each} hidden={each !== kind}>
          {forms[each]}
        </div>
      ))}
      <ImportList made={made} />
    </div>
  )
}
