import { join } from 'node:path'
import type { PublishedDocuments } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { POLICIES, type PolicyName, policiesText } from '../contract.ts'
import { PolicyText } from './policy-text.ts'
import { ownText } from './texts/texts.ts'

const TITLES: Record<PolicyName, string> = { privacy: 'Privacy', 'child-safety': 'Child safety' }

export function startPolicies({ live, config, clock, log, onClose }: Platform): void {
  const shown = new Map<PolicyName, Promise<PublishedDocuments>>()
  for (const name of POLICIES) {
    const documents = live.documents()
    const text = new PolicyText({
      name,
      title: TITLES[name],
      file: join(config.dataDir, 'policies', `${name}.md`),
      text: ownText(name, config.contact, config.analytics?.host ?? null),
      clock,
      documents,
      report: err => log.error({ err }, 'a policy file could not be read'),
    })
    onClose(() => text.close())
    shown.set(
      name,
      text.open().then(() => documents),
    )
  }
  live.publishDocuments(policiesText, ({ name }) => shown.get(name)!)
}
