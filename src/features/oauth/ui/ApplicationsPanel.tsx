import { useState } from 'react'
import * as m from '#messages'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { MethodPart } from '#platform/ui/states/MethodPart.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { oauthAll } from '../contract.ts'
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

function Applications() {
  const all = useMethodResult(oauthAll, {})
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button kind="primary" onClick={() => setIsAdding(true)}>
      {m.oauth_apps_add()}
    </Button>
  )
  return (
    <div className={layout.stack4}>
      <MethodPart of={all} failed={m.oauth_apps_failed()} rows={3}>
        {applications =>
          applications.length === 0 ? (
            <EmptyState title={m.oauth_apps_none()} action={add}>
              {m.oauth_apps_none_text()}
            </EmptyState>
          ) : (
            <>
              <div>{add}</div>
              <List className={layout.stack}>
                {applications.map(application => (
                  <ApplicationItem key={application.applicationId} application={application} onRemoved={all.reload} />
                ))}
              </List>
            </>
          )
        }
      </MethodPart>
      {isAdding && <NewApplicationDialog onMade={all.reload} onClose={() => setIsAdding(false)} />}
    </div>
  )
}
