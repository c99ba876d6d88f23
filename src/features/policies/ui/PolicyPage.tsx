import { ConsentPanel } from '#analytics/ui/ConsentPanel.tsx'
import * as m from '#messages'
import { errorMessage, useDocument, useSubscription } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { getActiveLocale, textDirection } from '#platform/ui/format/locale.ts'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type PolicyDoc, type PolicyName, policiesText, policyId } from '../contract.ts'
import styles from './policy.module.css'

/** The page of one of the site's policies, with its text. */
export function PolicyPage({ name }: { name: PolicyName }) {
  const live = useSubscription(policiesText, { name, lang: getActiveLocale() })
  const policy = useDocument<PolicyDoc>('policies', policyId(name, getActiveLocale()))
  if (policy === undefined) {
    return (
      <SimpleShell width="text">
        {live.state === 'failed' && (
          <ErrorState page title={m.policies_failed()}>
            {errorMessage(live.error)}
          </ErrorState>
        )}
      </SimpleShell>
    )
  }
  return (
    <SimpleShell width="text">
      {/* The text may be in another language than the page around it. */}
      <article className={layout.stack5} lang={policy.lang} dir={textDirection(policy.lang)}>
        <h1>{policy.title}</h1>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes the HTML, from Markdown in which raw HTML is not allowed */}
        <div className={cx(layout.stack4, styles.text)} dangerouslySetInnerHTML={{ __html: policy.html }} />
      </article>
      {name === 'privacy' && <ConsentPanel />}
    </SimpleShell>
  )
}
