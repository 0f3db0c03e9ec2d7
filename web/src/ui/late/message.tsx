export { message } from 'antd'
