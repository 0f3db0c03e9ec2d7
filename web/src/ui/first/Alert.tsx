export { Alert } from 'antd'
