import * as m from '#messages'
import { sentenceOf, useDocument, useLive } from '../../../../platform/live/hooks.ts'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { SimpleShell } from '../../../accounts/ui/parts/shells.tsx'
import { ConsentPanel } from '../../../analytics/ui/parts/ConsentPanel.tsx'
import { type PolicyDoc, type PolicyName, policiesText } from '../../contract.ts'
import styles from './policy.module.css'

/** What is kept, who sees it, and how to be rid of it. */
export const PrivacyPage = () => <PolicyPage name="privacy" />

/** The child-safety policy (CSAE). */
export const ChildSafetyPage = () => <PolicyPage name="child-safety" />

function PolicyPage({ name }: { name: PolicyName }) {
  const live = useLive(policiesText, { name })
  const policy = useDocument<PolicyDoc>('policies', name)
  if (policy === undefined) {
    return (
      <SimpleShell width="text">
        {live.state === 'failed' && (
          <ErrorState page title={m.policies_failed()}>
            {sentenceOf(live.error)}
          </ErrorState>
        )}
      </SimpleShell>
    )
  }
  return (
    <SimpleShell title={policy.title} width="text">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own, made of Markdown without raw HTML */}
      <div className={styles.text} dangerouslySetInnerHTML={{ __html: policy.html }} />
      {name === 'privacy' && <ConsentPanel />}
    </SimpleShell>
  )
}
