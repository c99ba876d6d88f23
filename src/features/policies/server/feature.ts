import { join } from 'node:path'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { PublishedDocuments } from '#platform/live/server/live-server.ts'
import { POLICY_LANGUAGES, type PolicyLanguage, type PolicyName, policiesText, policyId } from '../contract.ts'
import { PolicyText } from './policy-text.ts'
import { ownText } from './texts/default-policies.ts'

/**
 * The operator's own files of a policy in order of preference: the one in the requested language (`privacy.de.md`), the one without a
 * language in its name (`privacy.md`, which counts as English), then those in other languages.
 */
export function policyFiles(folder: string, name: PolicyName, lang: PolicyLanguage): { path: string; lang: PolicyLanguage }[] {
  const toFile = (of: PolicyLanguage) => ({ path: join(folder, `${name}.${of}.md`), lang: of })
  const others = POLICY_LANGUAGES.filter(each => each !== lang)
  return [toFile(lang), { path: join(folder, `${name}.md`), lang: 'en' }, ...others.map(toFile)]
}

const TITLES: Record<PolicyName, string> = { privacy: 'Privacy', 'child-safety': 'Child safety' }

export function startPolicies({ live, config, settings, clock, log, onClose }: FeatureContext): void {
  /** The texts that were requested, by the id of their document. There are few, so none is removed. */
  const published = new Map<string, Promise<PublishedDocuments>>()

  const open = async (name: PolicyName, lang: PolicyLanguage | undefined): Promise<PublishedDocuments> => {
    const documents = live.documents()
    const text = new PolicyText({
      id: policyId(name, lang),
      title: TITLES[name],
      files: policyFiles(join(config.dataDir, 'policies'), name, lang ?? 'en'),
      own: () => ({
        text: ownText(name, lang ?? 'en', { contact: settings.current().contact, service: config.analytics?.host ?? null }),
        lang: lang ?? 'en',
      }),
      clock,
      documents,
      logFailure: err => log.error({ err }, 'a policy file could not be read'),
    })
    onClose(() => text.close())
    await text.open()
    settings.onChange(() => void text.refresh())
    return documents
  }

  live.publishDocuments(policiesText, ({ name, lang }) => {
    const id = policyId(name, lang)
    const existing = published.get(id) ?? open(name, lang)
    published.set(id, existing)
    return existing
  })
}
