import { expect, it } from 'vitest'
import { negotiateLocale } from './negotiate-locale.ts'

it('answers in the language that the reader chose, whatever the browser asks for', () => {
  expect(negotiateLocale({ cookie: 'a=b; locale=de; c=d', 'accept-language': 'ar' })).toBe('de')
  expect(negotiateLocale({ cookie: 'xlocale=de' })).toBe('en')
  expect(negotiateLocale({ cookie: 'locale=fr', 'accept-language': 'ar' })).toBe('ar')
})

it('answers in the language that the browser likes best of those there are', () => {
  expect(negotiateLocale({ 'accept-language': 'fr-CH, de-AT;q=0.9, en;q=0.8, *;q=0.5' })).toBe('de')
  expect(negotiateLocale({ 'accept-language': 'en;q=0.5, ar;q=0.7' })).toBe('ar')
  expect(negotiateLocale({ 'accept-language': 'de;q=0, en;q=0.1' })).toBe('en')
})

it('answers in English where nothing that is asked for is there, or the request is nonsense', () => {
  expect(negotiateLocale({})).toBe('en')
  expect(negotiateLocale({ 'accept-language': 'fr' })).toBe('en')
  expect(negotiateLocale({ 'accept-language': ';;q=,,;q=x' })).toBe('en')
})
