export { Col, Row, Space } from 'antd'
