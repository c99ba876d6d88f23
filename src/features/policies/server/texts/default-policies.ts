import type { PolicyLanguage, PolicyName } from '#policies/contract.ts'
import { childSafetyTextArabic } from './child-safety.ar.ts'
import { childSafetyTextGerman } from './child-safety.de.ts'
import { childSafetyText } from './child-safety.ts'
import { privacyTextArabic } from './privacy.ar.ts'
import { privacyTextGerman } from './privacy.de.ts'
import { privacyText } from './privacy.ts'

type Text = (reach: string, service: string | null) => string

const TEXTS: Record<PolicyName, Record<PolicyLanguage, Text>> = {
  privacy: { en: privacyText, de: privacyTextGerman, ar: privacyTextArabic },
  'child-safety': { en: childSafetyText, de: childSafetyTextGerman, ar: childSafetyTextArabic },
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
  TEXTS[name][lang](reach(lang, contact), service)
