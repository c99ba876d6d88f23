import { applyRequestedLanguage } from './language.ts'

/** Name of the app's first script, which mobile/build.mjs inserts. It is in the folder of each language. */
declare const ENTRY: string

const locale = applyRequestedLanguage()
void import(/* @vite-ignore */ `/assets/${locale}/${ENTRY}`)
