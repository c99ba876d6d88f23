import { useCallback, useEffect, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type ApplicationInfo, oauthAll } from '../contract.ts'
import { ApplicationItem } from './ApplicationItem.tsx'
import { NewApplicationDialog } from './NewApplicationDialog.tsx'

/** The applications of other sites at which people may sign in with their account here. */
export function ApplicationsPanel() {
  return (
    <Panel title={m.oauth_apps_title()}>
      <p>
        {renderMessage(m.oauth_apps_lead(), {
          docs: text => <a href="/.well-known/openid-configuration">{text}</a>,
        })}
      </p>
      <Applications />
    </Panel>
  )
}

type Loaded = { applications: ApplicationInfo[] } | { error: unknown }

function Applications() {
  const fetchAll = useMethod(oauthAll)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const load = useCallback(
    () =>
      fetchAll({}).then(
        applications => setLoaded({ applications }),
        (error: unknown) => setLoaded({ error }),
      ),
    [fetchAll],
  )
  useEffect(() => void load(), [load])
  const add = (
    <Button kind="primary" onClick={() => setIsAdding(true)}>
      {m.oauth_apps_add()}
    </Button>
  )
  return (
    <div className={layout.stack4}>
      {loaded === null && <Skeleton kind="board-row" count={3} />}
      {loaded !== null && 'error' in loaded && (
        <ErrorState title={m.oauth_apps_failed()} onRetry={() => void load()}>
          {errorMessage(loaded.error)}
        </ErrorState>
      )}
      {loaded !== null && 'applications' in loaded && loaded.applications.length === 0 && (
        <EmptyState title={m.oauth_apps_none()} action={add}>
          {m.oauth_apps_none_text()}
        </EmptyState>
      )}
      {loaded !== null && 'applications' in loaded && loaded.applications.length > 0 && (
        <>
          <div>{add}</div>
          <List className={layout.stack}>
            {loaded.applications.map(application => (
              <ApplicationItem key={application.applicationId} application={application} onRemoved={load} />
            ))}
          </List>
        </>
      )}
      {isAdding && <NewApplicationDialog onMade={load} onClose={() => setIsAdding(false)} />}
    </div>
  )
}
