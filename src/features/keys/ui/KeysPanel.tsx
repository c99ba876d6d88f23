import * as m from '#messages'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { OwnKeys } from './OwnKeys.tsx'

/** The user's keys: makes and revokes them. */
export function KeysPanel() {
  return (
    <Panel title={m.keys_title()}>
      <p className={layout.muted}>
        {renderMessage(m.keys_text(), {
          docs: text => <a href="/api">{text}</a>,
        })}
      </p>
      <OwnKeys none={m.keys_none()} make={m.keys_new()} dialog={parts => <NewKeyDialog {...parts} />} />
    </Panel>
  )
}
