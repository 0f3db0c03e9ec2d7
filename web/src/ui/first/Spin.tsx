export { Spin } from 'antd'
