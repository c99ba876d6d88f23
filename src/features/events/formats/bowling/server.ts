export { scoreFormatServer as server } from '#events/server/standings/score-format-server.ts'
