import type { PolicyLanguage, PolicyName } from '#policies/contract.ts'
import childSafetyArabic from './child-safety.ar.md?raw'
import childSafetyGerman from './child-safety.de.md?raw'
import childSafety from './child-safety.en.md?raw'
import privacyArabic from './privacy.ar.md?raw'
import privacyGerman from './privacy.de.md?raw'
import privacy from './privacy.en.md?raw'

/**
 * Our own texts, which the operator can replace. `{reach}` says how to reach the operators, `{service}` is the origin of the analytics
 * service; what is between `<with>` and `</with>` is for sites that have one, `<without>` for those that have none.
 */
const TEXTS: Record<PolicyName, Record<PolicyLanguage, string>> = {
  privacy: { en: privacy, de: privacyGerman, ar: privacyArabic },
  'child-safety': { en: childSafety, de: childSafetyGerman, ar: childSafetyArabic },
}

interface Reach {
  /** there is no contact: the report button is the way */
  button: string
  write(link: string): string
  open(link: string): string
}

const REACH: Record<PolicyLanguage, Reach> = {
  en: {
    button:
      'Press the **Report** button beside anything on this site: it reaches the people who run it. Say there how they can answer you.',
    write: link => `Write to ${link}.`,
    open: link => `Reach us by ${link}.`,
  },
  de: {
    button:
      'Drück irgendwo auf dieser Seite auf **Melden**: Das erreicht die Leute, die sie betreiben. Sag dort, wie sie dir antworten können.',
    write: link => `Schreib an ${link}.`,
    open: link => `Du erreichst uns über ${link}.`,
  },
  ar: {
    button: 'اضغط زر **إبلاغ** بجانب أي شيء في هذا الموقع: يصل إلى من يديرونه. واذكر هناك كيف يمكنهم الرد عليك.',
    write: link => `راسلنا على ${link}.`,
    open: link => `تواصل معنا عبر ${link}.`,
  },
}

function reach(lang: PolicyLanguage, contact: string | null): string {
  const { button, write, open } = REACH[lang]
  if (contact === null) return button
  return contact.includes('@') && !contact.includes('/') ? write(`[${contact}](mailto:${contact})`) : open(`[${contact}](${contact})`)
}

/** @property contact an e-mail or https address; null: only the report button. @property service origin of the analytics service; null: none */
export interface PolicyFacts {
  contact: string | null
  service: string | null
}

/** Returns our own text in a language, as Markdown. */
export const ownText = (name: PolicyName, lang: PolicyLanguage, { contact, service }: PolicyFacts): string =>
  TEXTS[name][lang]
    .replace(/<(with|without)>([\s\S]*?)<\/\1>/g, (_, when: string, text: string) => ((when === 'with') === (service !== null) ? text : ''))
    .replaceAll('{reach}', reach(lang, contact))
    .replaceAll('{service}', service ?? '')
