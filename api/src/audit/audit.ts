/** What an owner should look at, shown and mailed. */
export { mailDailyAlerts, seriousAlerts } from './alert-mail.ts'
export { alertsOf, seeAlerts } from './alerts.ts'
