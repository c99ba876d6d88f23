import { join } from 'node:path'
import type { Platform } from '../../../platform/platform.ts'
import { type PolicyName, policiesText } from '../contract.ts'
import { PolicyText } from './policy-text.ts'
import { ownText } from './texts/texts.ts'

const TITLES: Record<PolicyName, string> = { privacy: 'Privacy', 'child-safety': 'Child safety' }

export function startPolicies({ live, config, clock, log }: Platform): void {
  const queries = live.queries('policies', 2)
  live.publish(policiesText, async (publishing, { name }) => {
    const open = (): Promise<PolicyText> =>
      new PolicyText({
        name,
        title: TITLES[name],
        file: join(config.dataDir, 'policies', `${name}.md`),
        text: ownText(name, config.contact, config.analytics?.host ?? null),
        clock,
        report: err => log.error({ err }, 'a policy file could not be read'),
      }).open()
    return [await queries.use(publishing, name, open)]
  })
}
