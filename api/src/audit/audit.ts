/** What an owner should look at, shown and mailed. */
export { mailDailyAlerts, mailSeriousAlerts } from './alert-mail.ts'
export { alertsOf, seeAlerts } from './alerts.ts'
