import { expect, it } from 'vitest'
import { parseDiscordWebhook } from './rules.ts'

const TOKEN = 'aB3-_'.repeat(13)

it.each(['discord.com', 'discordapp.com'])('a webhook at %s is known by its id and its token', host => {
  expect(parseDiscordWebhook(`https://${host}/api/webhooks/123456789012345678/${TOKEN}`)).toEqual({
    id: '123456789012345678',
    token: TOKEN,
  })
})

it.each([
  `http://discord.com/api/webhooks/123456789012345678/${TOKEN}`,
  `https://discord.com:8443/api/webhooks/123456789012345678/${TOKEN}`,
  `https://discord.com.evil.example/api/webhooks/123456789012345678/${TOKEN}`,
  `https://discord.com@evil.example/api/webhooks/123456789012345678/${TOKEN}`,
  `https://a:b@discord.com/api/webhooks/123456789012345678/${TOKEN}`,
  `https://evil.example/https://discord.com/api/webhooks/123456789012345678/${TOKEN}`,
  `https://discord.com/api/webhooks/123456789012345678/${TOKEN}/../../../users/@me`,
  `https://discord.com/api/webhooks/123456789012345678/${TOKEN}?wait=true`,
  `https://discord.com/api/webhooks/123456789012345678/${TOKEN}#x`,
  `https://discord.com/api/webhooks/123456789012345678/${TOKEN}/slack`,
  `https://discord.com/api/webhooks/123456789012345678`,
  `https://discord.com/api/users/@me`,
  `https://127.0.0.1/api/webhooks/123456789012345678/${TOKEN}`,
  `https://[::1]/api/webhooks/123456789012345678/${TOKEN}`,
  'discord.com',
  '',
])('%s is no webhook', address => {
  expect(parseDiscordWebhook(address)).toBeNull()
})
